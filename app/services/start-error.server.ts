import { listenReasons } from "../../shared/start-error";

/**
 * The lines for an error that ends the start; an error that nobody has foreseen keeps its stack. `setting` of an error is what
 * names the address that could not be listened at, HOST and PORT unless it says another.
 */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // By its name: the application is a bundle of its own and has a class of its own.
  if (error.name === "StartError") return error.message;
  // A name that cannot be looked up is told as `hostname`.
  const {
    code,
    hostname,
    address = hostname,
    port,
    setting,
  } = error as NodeJS.ErrnoException & {
    hostname?: string;
    address?: string;
    port?: number;
    setting?: string;
  };
  const reason = listenReasons[code ?? ""];
  if (!reason) return error.stack ?? error.message;
  const where = [address, port].filter(Boolean).join(":");
  return `The console cannot start: ${where} ${reason}. Change ${setting ?? "HOST or PORT"}.`;
}
