"""Alerts and dashboard ask for figures that there are, and say where to read on."""

import json
import re
import shutil
import subprocess

import prometheus_client
import pytest

from bot.operations.metrics import Metrics
from tests.architecture.tree import ROOT

FOLDER = ROOT / "docs" / "monitoring"
ALERTS = (FOLDER / "alerts.yaml").read_text(encoding="utf-8")
DASHBOARD = (FOLDER / "grafana.json").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
STARTUP = (ROOT / "bot" / "app" / "main.py").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool (Debian: prometheus) is not installed")
def test_every_alert_rings_when_it_should() -> None:
    done = subprocess.run(
        ["promtool", "test", "rules", "alerts_test.yaml"], cwd=FOLDER, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_is_tested_and_says_what_to_do() -> None:
    """The paragraph that it names is there, and belongs to an alert."""
    tests = (FOLDER / "alerts_test.yaml").read_text(encoding="utf-8")
    headings = re.findall(r"^### (Alert: .+)$", OPERATIONS, re.MULTILINE)
    anchors = {heading.lower().replace(":", "").replace(" ", "-") for heading in headings}
    names = re.findall(r"- alert: (\w+)", ALERTS)
    named = re.findall(r"runbook: docs/operations.md#(\S+)", ALERTS)
    assert len(named) == len(names)
    assert set(named) == anchors
    assert [name for name in names if f"alertname: {name}\n" not in tests] == []


@pytest.mark.parametrize("text", [ALERTS, DASHBOARD, OPERATIONS], ids=["alerts", "dashboard", "operations"])
def test_only_figures_that_there_are_are_asked_for(text: str) -> None:
    meters = Metrics()
    meters.watch_tables(lambda: {"live": 0})
    meters.watch_outbox(lambda: (0, 0.0))
    known = set(
        re.findall(r"^# TYPE (\w+)", prometheus_client.generate_latest(meters.registry).decode(), re.M)
    )
    known |= {f"kickdoor_{name}" for name in re.findall(r'(?:figure|watch)\(\s*"(\w+)"', STARTUP)}
    asked = set(re.findall(r"\b(?:kickdoor|process|python_gc)_\w+\b(?!-)", text))
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in asked}
    assert bare
    assert bare - known == set()


def test_the_dashboard_has_a_place_for_each_panel() -> None:
    places = [tuple(panel["gridPos"].values()) for panel in json.loads(DASHBOARD)["panels"]]
    assert len(set(places)) == len(places) > 10
