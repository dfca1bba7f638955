# The standalone host. How to run it is in docs/operating.md.

# This image has Python, make and g++, by which better-sqlite3 is compiled where no ready-made binary can be fetched.
FROM node:22-bookworm AS build
WORKDIR /opt/shaon
COPY . .
RUN node scripts/setup.mjs
# What only the build needed.
RUN rm -rf examples node_modules/typescript node_modules/.pnpm/typescript@* node_modules/.pnpm/@typescript+* node_modules/.pnpm/*esbuild*

FROM node:22-bookworm-slim
WORKDIR /opt/shaon
COPY --from=build /opt/shaon .
RUN mkdir -p /var/lib/shaon && chown node:node /var/lib/shaon && chmod 700 /var/lib/shaon
# These keep memory small (bench/README.md, Memory).
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production SHAON_HOST=0.0.0.0 SHAON_DATA_DIR=/var/lib/shaon SHAON_METRICS=0.0.0.0:9464
USER node
VOLUME /var/lib/shaon
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/ask-readyz.mjs"]
ENTRYPOINT ["node", "packages/http-koa/dist/host/cli.js"]
CMD ["serve"]
