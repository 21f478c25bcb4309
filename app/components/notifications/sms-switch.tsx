import { useState } from "react";
import { SwitchField } from "~/components/form/choice-fields";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { notificationSettings } from "~/i18n/notification-settings";

type SmsSwitchProps = { isSaved: boolean; isOn: boolean; onChange: (isOn: boolean) => void };

/**
 * SMS for everything, on or off. Scripts ask at once; a form that comes with the switch changed and nobody asked is
 * asked about by the server (NOTIF-22).
 */
export function SmsSwitch({ isSaved, isOn, onChange }: SmsSwitchProps) {
  const t = useTexts(notificationSettings);
  const c = useTexts(common);
  const hydrated = useHydrated();
  const [asked, setAsked] = useState<boolean | null>(null);
  const cancel = () => setAsked(null);
  const confirm = () => {
    if (asked !== null) onChange(asked);
    setAsked(null);
  };
  const isChanged = hydrated && isOn !== isSaved;
  return (
    <div className="sms-switch">
      <SwitchField
        name="isGlobalSmsEnabled"
        label={t("sms.label")}
        hint={`${t("sms.hint")}${isChanged ? ` ${t("sms.pending")}` : ""}`}
        checked={asked ?? isOn}
        onChange={(event) => setAsked(event.target.checked)}
      />
      {isChanged && <input type="hidden" name="isSmsConfirmed" value="1" />}
      {asked !== null && (
        <Dialog title={t(asked ? "sms.askOn" : "sms.askOff")} onClose={cancel}>
          <div className="dialog-text">
            <p>{t(asked ? "sms.textOn" : "sms.textOff")}</p>
          </div>
          <DialogActions>
            <Button onClick={cancel}>{c("actions.cancel")}</Button>
            <Button variant="solid" tone="accent" onClick={confirm}>
              {c("actions.confirm")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
