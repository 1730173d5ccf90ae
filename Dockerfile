# The bot alone, as an unprivileged user, with its games in /data. WHEEL says where the bot comes from:
#   pure      built here, without a compiler
#   compiled  built here, its rules compiled: some minutes, and more than 3 GB of memory
#   given     the wheel of a release that fits, from the folder dist/
ARG WHEEL=pure

# The index of all platforms. Dependabot renews it.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS base

FROM base AS packages
RUN python -m venv /app
COPY requirements.lock ./
RUN /app/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM packages AS pure
WORKDIR /src
COPY pyproject.toml setup.py README.md LICENSE ./
COPY .ci/compiled.py .ci/
COPY cards cards
COPY bot bot
COPY cogs cogs
RUN /app/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM pure AS compiled
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements-dev.lock ./
RUN /app/bin/pip install --no-cache-dir --require-hashes -r requirements-dev.lock
RUN rm /wheels/*.whl && \
    KICKDOOR_COMPILE=1 /app/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM scratch AS given
COPY dist/*.whl /wheels/

FROM ${WHEEL} AS wheels

FROM packages AS install
COPY --from=wheels /wheels /wheels
# pip prefers a compiled wheel for this Python and machine to the pure one.
RUN /app/bin/pip install --no-cache-dir --no-deps --no-index --find-links /wheels kickdoor

FROM base
# SQLite's own program reads damaged pages for `kickdoor doctor --repair`.
RUN apt-get update && apt-get install --yes --no-install-recommends sqlite3 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --user-group --no-create-home kickdoor && install -d -o kickdoor -m 700 /data
COPY --from=install /app /app
# By number: Kubernetes cannot tell that a name is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV PATH=/app/bin:$PATH KICKDOOR_DATABASE=/data/kickdoor.db KICKDOOR_METRICS_PORT=9310 PYTHONUNBUFFERED=1
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s CMD ["kickdoor", "health"]
# The exec form: no shell is in the way of the signal to stop. With `docker run`, give --init as well.
ENTRYPOINT ["/app/bin/kickdoor"]
CMD ["run"]
