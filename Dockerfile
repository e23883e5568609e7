FROM node:24-slim AS build
WORKDIR /verbatim
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig*.json vite.config.ts ./
COPY bin bin
COPY src src
COPY commands commands
COPY projections projections
COPY web web
RUN npm run build

FROM node:24-slim
WORKDIR /verbatim
COPY package.json package-lock.json ./
# Nothing is compiled on installation: the packages bring their binaries, and `dist` comes from the stage above.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY bin bin
COPY --from=build /verbatim/dist dist
RUN ln -s /verbatim/bin/verbatim.js /usr/local/bin/verbatim && mkdir /data && chown node /data
USER node
# `verbatim export` without a folder writes here.
WORKDIR /data
ENV VERBATIM_MODE=production VERBATIM_DATA=/data VERBATIM_HOST=0.0.0.0
VOLUME /data
EXPOSE 9991
CMD ["verbatim", "serve"]
