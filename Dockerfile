# The bot alone, its rules compiled, as an unprivileged user, with its games in /data.
FROM python:3.13-slim AS compile
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /src
COPY requirements-dev.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-dev.lock
COPY pyproject.toml setup.py README.md LICENSE ./
COPY .ci/compiled.py .ci/
COPY cards cards
COPY bot bot
COPY cogs cogs
RUN KICKDOOR_COMPILE=1 pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim AS install
RUN python -m venv /app
COPY requirements.lock ./
RUN /app/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY --from=compile /wheels /wheels
RUN /app/bin/pip install --no-cache-dir --no-deps --no-index /wheels/*.whl

FROM python:3.13-slim
# SQLite's own program reads damaged pages for `kickdoor doctor --repair`.
RUN apt-get update && apt-get install --yes --no-install-recommends sqlite3 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --no-create-home kickdoor && install -d -o kickdoor -m 700 /data
COPY --from=install /app /app
USER kickdoor
WORKDIR /data
VOLUME /data
ENV KICKDOOR_DATABASE=/data/kickdoor.db PYTHONUNBUFFERED=1
# The exec form: no shell is in the way of the signal to stop. With `docker run`, give --init as well.
ENTRYPOINT ["/app/bin/kickdoor"]
CMD ["run"]
