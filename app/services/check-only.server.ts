import "./env.server";

// `npm start` validates the settings with --check first. Any error has been reported by now.
if (process.argv.includes("--check")) process.exit(0);
