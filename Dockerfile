FROM oven/bun:1.4.5-slim AS console
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build

FROM oven/bun:1.4.5-slim
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production
# The driver for WhatsApp Web: --build-arg WHATSAPP_WEB=1. An image with it is subject to GPL-3.0 and AGPL-3.0.
ARG WHATSAPP_WEB=0
# In a folder above, where `bun add` does not install the development dependencies of this one.
RUN if [ "$WHATSAPP_WEB" = 1 ]; then bun add --cwd / baileys@7.0.0-rc14; fi
COPY server server
COPY shared shared
COPY drizzle drizzle
RUN bun server/build.ts
COPY --from=console /app/dist/console dist/console

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=/data/switchboard.db BUN_CONFIG_MAX_HTTP_REQUESTS=4096
RUN mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["bun", "-e", "process.exit((await fetch('http://127.0.0.1:3000/readyz')).ok ? 0 : 1)"]
ENTRYPOINT ["bun", "dist/server/main.js"]
CMD ["serve"]
