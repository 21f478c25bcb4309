import "./env.server";

// `npm start` asks whether the settings are right before it starts anything. What is wrong has been told by now.
if (process.argv.includes("--check")) process.exit(0);
