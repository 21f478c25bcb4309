import { Callout } from "~/components/ui/callout";
import type { Notice } from "~/components/ui/notices";

/** Shows a load problem in place of the missing part; renders nothing without one. */
export function Problem({ of }: { of: Pick<Notice, "tone" | "title" | "description"> | null | undefined }) {
  return of ? (
    <Callout tone={of.tone} role="alert" title={of.title}>
      {of.description}
    </Callout>
  ) : null;
}
