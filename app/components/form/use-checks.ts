import { parse, type Submission } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod/v4";
import type { parseWithZod } from "./checks";

/** The schema of a form whose values are `V`, and how its module is loaded. */
export type Checks<V> = {
  load: () => Promise<unknown>;
  schema: (module: unknown) => z.ZodType<unknown, V>;
};

/** A schema that is loaded when it is needed: `checkedBy(() => import("~/models/…"), ({ xSchema }) => xSchema(t))`. */
export const checkedBy = <M, V>(
  load: () => Promise<M>,
  schema: (module: M) => z.ZodType<unknown, V>,
): Checks<V> => ({ load, schema: (module) => schema(module as M) });

type Loaded = { parse: typeof parseWithZod; module: unknown };

/**
 * The checks of a form in the browser. They are no part of the page: they come when somebody begins to fill the form
 * in, or when an answer has found something wrong. Until then, and if they never come, the server's checks do. `left`
 * are the fields that were left meanwhile, which are to be checked once `isReady`.
 */
export function useChecks<V>(id: string, { load, schema }: Checks<V>, kept: readonly string[]) {
  const [loaded, setLoaded] = useState<Loaded>();
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
          // Buttons of rows work as ever; null keeps what an answer has found wrong with a field.
          resolve: (_, intent) =>
            intent ? { error: Object.fromEntries(kept.map((name) => [name, null])) } : { value: undefined },
        });
  return { validate, isReady, left };
}

function isInForm(target: EventTarget | null, id: string): target is Element {
  return target instanceof Element && target.closest("form")?.id === id;
}
