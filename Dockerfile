FROM node:20.20-slim
WORKDIR /verbatim
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY . .
# The program is made into JavaScript once, here, where it may be written.
RUN node bin/verbatim.js help
# `npx` would change the mode of a file that is not its user's.
RUN ln -s /verbatim/bin/verbatim.js /usr/local/bin/verbatim
RUN mkdir /data && chown node /data
USER node
# Files that `verbatim export` is told of without a folder are written where they can be.
WORKDIR /data
ENV VERBATIM_DATA=/data VERBATIM_HOST=0.0.0.0
VOLUME /data
EXPOSE 9991
# As `npm start` does it.
CMD ["node", "--use-largepages=silent", "--min-semi-space-size=32", "--max-semi-space-size=32", "/verbatim/bin/verbatim.js", "serve"]
