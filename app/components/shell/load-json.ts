/** Loads a small JSON from the console; undefined on failure, which is not reported. */
export async function loadJson<T>(path: string, init?: RequestInit): Promise<T | undefined> {
  try {
    const response = await fetch(path, { cache: "no-store", ...init });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
