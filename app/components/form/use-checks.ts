import { parse, type Submission } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod/v4";
import type { parseWithZod } from "./checks";

/** Schema of a form with values `V`, and the loader of its module. */
export type Checks<V> = {
  load: () => Promise<unknown>;
  schema: (module: unknown) => z.ZodType<unknown, V>;
};

/** A lazily loaded schema: `lazyChecks(() => import("~/models/…"), ({ xSchema }) => xSchema(t))`. */
export const lazyChecks = <M, V>(
  load: () => Promise<M>,
  schema: (module: M) => z.ZodType<unknown, V>,
): Checks<V> => ({ load, schema: (module) => schema(module as M) });

type LoadedChecks = { parse: typeof parseWithZod; module: unknown };

/**
 * A form's checks in the browser, loaded lazily once filling in begins or an answer has errors. Until then,
 * and if loading fails, only the server checks. `left` holds fields left before `isReady`, to be checked
 * then.
 */
export function useChecks<V>(id: string, { load, schema }: Checks<V>, kept: readonly string[]) {
  const [loaded, setLoaded] = useState<LoadedChecks>();
  const left = useRef(new Set<string>());
  const latest = useRef(load);
  const isReady = loaded !== undefined;
  const isAnswered = kept.length > 0;

  useEffect(() => {
    if (isReady) return;
    let isBegun = false;
    const begin = () => {
      if (isBegun) return;
      isBegun = true;
      Promise.all([import("./checks"), latest.current()]).then(
        ([checks, module]) => setLoaded({ parse: checks.parseWithZod, module }),
        () => (isBegun = false),
      );
    };
    if (isAnswered) begin();
    const onBegin = ({ target }: Event) => isInForm(target, id) && begin();
    const onLeave = ({ target }: Event) => {
      if (!isInForm(target, id) || !target.matches("input, select, textarea")) return;
      const name = target.getAttribute("name");
      if (name) left.current.add(name);
    };
    const signs = ["keydown", "pointerdown", "input"];
    for (const sign of signs) document.addEventListener(sign, onBegin, true);
    document.addEventListener("focusout", onLeave);
    return () => {
      for (const sign of signs) document.removeEventListener(sign, onBegin, true);
      document.removeEventListener("focusout", onLeave);
    };
  }, [id, isReady, isAnswered]);

  const validate = (formData: FormData): Submission<unknown, string[]> =>
    loaded
      ? loaded.parse(formData, { schema: schema(loaded.module) })
      : parse<unknown, string[]>(formData, {
          // Until the checks have loaded, row buttons still work; null keeps the answer's errors.
          resolve: (_, intent) =>
            intent ? { error: Object.fromEntries(kept.map((name) => [name, null])) } : { value: undefined },
        });
  return { validate, isReady, left };
}

function isInForm(target: EventTarget | null, id: string): target is Element {
  return target instanceof Element && target.closest("form")?.id === id;
}
