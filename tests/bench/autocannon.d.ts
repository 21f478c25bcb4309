declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
  };
  type Result = { requests: { total: number }; duration: number; non2xx: number; errors: number };
  type Run = Promise<Result> & {
    on(
      event: "response",
      listener: (client: object, status: number, bytes: number, ms: number) => void,
    ): void;
  };
  export default function autocannon(options: Options): Run;
}
