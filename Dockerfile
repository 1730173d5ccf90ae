# The bot alone, as an unprivileged user, with its games in /data.
FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /app
COPY requirements.lock ./
RUN /app/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY cards cards
COPY bot bot
COPY cogs cogs
RUN /app/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home kickdoor && install -d -o kickdoor -m 700 /data
COPY --from=build /app /app
USER kickdoor
WORKDIR /data
VOLUME /data
ENV KICKDOOR_DATABASE=/data/kickdoor.db PYTHONUNBUFFERED=1
# The exec form: the bot is process 1 and gets the signal to stop.
ENTRYPOINT ["/app/bin/kickdoor"]
CMD ["run"]
