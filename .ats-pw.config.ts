import base from "./playwright.config";
export default { ...base, globalSetup: undefined, workers: 2, outputDir: "/tmp/ats-results" };
