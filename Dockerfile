# The mock as an image: docker build -t understudy . && docker run --rm -p 127.0.0.1:4870:4870 understudy
# What it does there that it does not do at home, and the names and addresses to tell it, stands in docs/docker.md.

FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp && mv /tmp/face-voice-understudy-*.tgz /tmp/package.tgz

FROM node:24-bookworm-slim
# The same package that npm has, and nothing of what built it.
RUN --mount=type=bind,from=build,source=/tmp/package.tgz,target=/tmp/package.tgz \
    npm install --global --ignore-scripts --no-audit --no-fund /tmp/package.tgz && npm cache clean --force
ENV NODE_ENV=production
# For --data, and for files that are written beside it.
RUN mkdir /data && chown node:node /data
WORKDIR /data
USER node
EXPOSE 4870
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.UNDERSTUDY_PORT || 4870}/__understudy/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Inside, all addresses: nobody reaches a container by its loopback. Flags come after; one that is given again replaces the first.
ENTRYPOINT ["understudy", "start", "--host", "0.0.0.0", "--public-url", "http://127.0.0.1:4870"]
