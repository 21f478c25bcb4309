import { useState } from "react";
import { SwitchField } from "~/components/form/choice-fields";
import { useReadOnly } from "~/components/form/form-context";
import { useTexts } from "~/components/context/console-context";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { notificationSettings } from "~/i18n/notification-settings";

type SmsSwitchProps = { name: string; wasOn: boolean; isOn: boolean; onChange: (isOn: boolean) => void };

/**
 * Switch that turns SMS on or off for all notifications. Scripts ask for confirmation at once; if an
 * unconfirmed change is submitted, the server asks (NOTIF-22).
 */
export function SmsSwitch({ name, wasOn, isOn, onChange }: SmsSwitchProps) {
  const t = useTexts(notificationSettings);
  const c = useTexts(common);
  const hydrated = useHydrated();
  const isReadOnly = useReadOnly();
  const [asked, setAsked] = useState<boolean | null>(null);
  const cancel = () => setAsked(null);
  const confirm = () => {
    if (asked !== null) onChange(asked);
    setAsked(null);
  };
  if (isReadOnly) return <SwitchField name={name} label={t("sms.label")} defaultChecked={isOn} />;
  const isChanged = hydrated && isOn !== wasOn;
  return (
    <div className="card rt-r-py-3 rt-r-px-4">
      <SwitchField
        name={name}
        label={t("sms.label")}
        hint={`${t("sms.hint")}${isChanged ? ` ${t("sms.pending")}` : ""}`}
        checked={isOn}
        onChange={(event) => setAsked(event.target.checked)}
      />
      {isChanged && <input type="hidden" name="isSmsConfirmed" value="1" />}
      {asked !== null && (
        <Dialog title={t(asked ? "sms.askOn" : "sms.askOff")} onClose={cancel}>
          <div className="rt-Flex rt-r-fd-column rt-r-gap-2 muted">
            <p>{t(asked ? "sms.textOn" : "sms.textOff")}</p>
          </div>
          <DialogActions>
            <Button onClick={cancel}>{c("actions.cancel")}</Button>
            <Button variant="solid" onClick={confirm}>
              {c("actions.confirm")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
