"""Share the tests out to processes that are forked when everything has been imported and collected.

Importing the bot with its coverage probes and collecting the tests takes a process many seconds of processor
time. Here one process does it, and the others begin as its copies. It hands out the work (`scheduling.py`)
and tells the results as they come; where it cannot fork, it runs the tests itself.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

import pytest

from tests.scheduling import Agenda, Unit


def add_option(parser: pytest.Parser) -> None:
    """Let the command line say how many processes share the tests."""
    parser.addoption(
        "--processes",
        metavar="N",
        type=process_count,
        default=0,
        help="share the tests out to N forked processes; 'auto': one for each processor",
    )


def process_count(text: str) -> int:
    """Read how many processes are wanted."""
    return os.cpu_count() or 1 if text == "auto" else int(text)


def run_tests(session: pytest.Session) -> bool | None:
    """Run the collected tests in forked processes, if that is wanted and possible."""
    option = session.config.option
    if not option.processes or option.collectonly or session.testsfailed or not hasattr(os, "fork"):
        return None
    share_fork_server()
    if option.basetemp:  # the first to ask for the named folder empties it: no copy may do so
        getattr(session.config, "_tmp_path_factory").getbasetemp()  # noqa: B009  # pytest has no public way
    gc.collect()
    gc.freeze()  # so that a collector leaves the memory alone that the processes share
    spare_count = option.processes - (os.cpu_count() or 1)
    dealer = Dealer(session, Agenda(session.items, max(spare_count, 1)))
    return dealer.run(option.processes)


def share_fork_server() -> None:
    """Start the server of the bots that are processes here, if there are such tests; one is enough."""
    module = sys.modules.get("tests.fork_server")
    if module is not None:
        module.share_server()


class Worker:
    """A test process, seen from the one that hands out the work."""

    def __init__(self, pid: int, connection: Connection) -> None:
        self.pid = pid
        self.connection = connection
        self.unit: Unit = ()
        self.done = 0
        self.running = False
        self.failed = False

    @property
    def left(self) -> Unit:
        """Return what it has not begun of its present unit."""
        return self.unit[self.done + self.running :]


class Dealer:
    """Hands units to the processes and tells their results."""

    def __init__(self, session: pytest.Session, agenda: Agenda) -> None:
        self._session = session
        self._hook = session.config.hook
        self._agenda = agenda
        self._workers: dict[Connection, Worker] = {}

    def run(self, count: int) -> bool:
        """Fork the processes and work until all of them have ended. In a copy, run what is handed out."""
        for _ in range(min(count, len(self._agenda))):
            if self._fork():
                return True
        while self._workers:
            for connection in wait(list(self._workers)):
                assert isinstance(connection, Connection)
                if self._hear(self._workers[connection]):
                    return True
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)
        return True

    def _fork(self) -> bool:
        """Start a process; return True in the copy, when it has run its tests."""
        ours, theirs = Pipe()
        pid = os.fork()
        if pid:
            theirs.close()
            self._workers[ours] = Worker(pid, ours)
            return False
        for connection in (ours, *self._workers):
            connection.close()
        be_worker(self._session, theirs)
        return True

    def _hear(self, worker: Worker) -> bool:
        """Do what a process says; return True in a copy that takes its place, when it has run its tests."""
        try:
            name, value = worker.connection.recv()
        except (EOFError, ConnectionResetError):
            return self._bury(worker)
        if name == "ready":
            self._deal(worker)
        elif name == "start":
            worker.running = True
        elif name == "report":
            report = self._hook.pytest_report_from_serializable(config=self._session.config, data=value)
            worker.failed |= report.failed
            self._hook.pytest_runtest_logreport(report=report)
        elif name == "finish":
            worker.running = False
            worker.done += 1
            self._hook.pytest_runtest_logfinish(nodeid=value[0], location=value[1])
        return False

    def _deal(self, worker: Worker) -> None:
        """Give a process its next unit, or nothing if none is left or enough has failed."""
        worker.unit, worker.done = (), 0
        if not self._session.shouldfail:
            worker.unit = self._agenda.take([other.unit for other in self._workers.values()])
        worker.connection.send(worker.unit)

    def _bury(self, worker: Worker) -> bool:
        """Take leave of an ended process. If it died of a test, that test has failed and a copy goes on."""
        del self._workers[worker.connection]
        worker.connection.close()
        code = os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1])
        if not worker.running:
            if code != int(worker.failed):
                self._session.shouldfail = f"a test process ended with {code}"
            return False
        item = self._session.items[worker.unit[worker.done]]
        self._hook.pytest_runtest_logreport(
            report=pytest.TestReport(
                nodeid=item.nodeid,
                location=item.location,
                keywords={},
                outcome="failed",
                longrepr=f"the test process ended with {code}",
                when="call",
            )
        )
        if worker.left:
            self._agenda.put_back(worker.left)
        return bool(self._agenda) and not self._session.shouldfail and self._fork()


class Reporter:
    """Tells, from a test process, what becomes of its tests."""

    def __init__(self, session: pytest.Session, connection: Connection) -> None:
        self._session = session
        self._config = session.config
        self._connection = connection
        self._finished = False

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._connection.send(("start", nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._connection.send(("report", data))

    def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
        self._connection.send(("finish", (nodeid, location)))

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self) -> Generator[None]:
        yield
        self._finished = True

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """End at once: a thread that some test has left behind would keep the process for ever."""
        if self._finished:
            os._exit(int(self._session.exitstatus))


def be_worker(session: pytest.Session, connection: Connection) -> None:
    """Be a test process from here on: run units until there are no more, then end as any session does."""
    config = session.config
    session.testsfailed = 0  # what has failed elsewhere is no failure of this process
    config.workerinput = {}  # type: ignore[attr-defined]  # plugins leave files that all share to the other process
    plugins = config.pluginmanager
    plugins.unregister(name="terminalreporter")
    plugins.register(Reporter(session, connection))
    capture = plugins.getplugin("capturemanager")
    if capture is not None:  # what is printed goes into a file: each process needs its own
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
    while not session.shouldfail and (unit := ask(connection)):
        for number, following in zip(unit, [*unit[1:], None], strict=True):
            # What belongs to the whole session stays for the next unit.
            next_item = session if following is None else session.items[following]
            config.hook.pytest_runtest_protocol(item=session.items[number], nextitem=next_item)
            if session.shouldfail:
                break


def ask(connection: Connection) -> Unit:
    """Ask for the next unit."""
    connection.send(("ready", None))
    unit: Unit = connection.recv()
    return unit
