import { listenReasons } from "../../shared/start-error";

/**
 * Lines for an error that prevents the start; unexpected errors keep their stack. An error's `setting` names the
 * variable for the address that could not be bound, HOST and PORT by default.
 */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Compare by name: the application is a separate bundle with its own class.
  if (error.name === "StartError") return error.message;
  // Failed DNS lookups report the name as `hostname`.
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
