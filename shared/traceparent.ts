const format = /^00-(?!0{32})([0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses a `traceparent` header (W3C Trace Context); undefined if invalid. */
export function traceOf(header: unknown): { id: string; parentId: string; flags: string } | undefined {
  const [, id, parentId, flags] = (typeof header === "string" && format.exec(header)) || [];
  return id && parentId && flags ? { id, parentId, flags } : undefined;
}
