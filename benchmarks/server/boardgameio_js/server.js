// boardgame.io's server as it ships, with its matches in memory: node server.js PORT
process.env.NODE_ENV = "production";
const { Server, Origins } = require("boardgame.io/server");
const { calavera } = require("./calavera");

const server = Server({ games: [calavera], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) });
