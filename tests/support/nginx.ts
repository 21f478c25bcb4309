import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../../scripts/lib/browser.mjs";

/** The nginx program, if installed. */
export const nginx = findProgram("nginx");

/** Starts nginx with the site configuration shipped to operators; its files and error log are in `folder`. */
export function startNginx(folder: string, site: string) {
  mkdirSync(join(folder, "logs"));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log; worker_processes 1;
     events { worker_connections 256; } http { access_log off; ${paths.join(" ")} ${site} }`,
  );
  const configuration = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const { stderr } = spawnSync(String(nginx), ["-t", "-q", ...configuration], { encoding: "utf8" });
  const child = spawn(String(nginx), configuration, { stdio: "inherit" });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGQUIT");
    await once(child, "exit");
  };
  return { /** nginx's errors and warnings; should be empty. */ warnings: stderr, stop };
}
