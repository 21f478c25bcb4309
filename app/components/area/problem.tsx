import { Callout } from "~/components/ui/callout";
import type { Notice } from "~/components/ui/notices";

/** A load problem, shown in place of the missing part; nothing without a problem. */
export function Problem({ of }: { of: Pick<Notice, "tone" | "title" | "description"> | null | undefined }) {
  return of ? (
    <Callout tone={of.tone} role="alert" title={of.title}>
      {of.description}
    </Callout>
  ) : null;
}
