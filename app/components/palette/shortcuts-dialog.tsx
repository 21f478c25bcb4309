import { useTexts } from "~/components/context/console-context";
import type { LayerProps } from "~/components/shell/layer";
import { Dialog } from "~/components/ui/dialog";
import { palette } from "~/i18n/palette";
import "./go.css";
import { ShortcutList } from "./shortcut-list";

/** The shortcuts as a layer over the page, opened by "?". */
export default function ShortcutsDialog({ onClose }: LayerProps) {
  const t = useTexts(palette);
  return (
    <Dialog title={t("shortcuts.title")} width={552} onClose={onClose}>
      <p>{t("shortcuts.text")}</p>
      <ShortcutList level="h3" />
    </Dialog>
  );
}
