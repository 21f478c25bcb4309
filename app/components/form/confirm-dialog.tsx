import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Button, ButtonLink } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { useHydrated } from "remix-utils/use-hydrated";
import { common } from "~/i18n/common";
import { HiddenFields, PostForm, SubmitButton } from "./post-form";
import { TextField } from "./text-fields";

export type ConfirmDialogProps = {
  title: string;
  /** What will happen; each entry is a paragraph. */
  text?: readonly ReactNode[];
  /** What was asked to be done, carried to the second post. */
  fields?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent by the button that confirms; "confirm" unless told otherwise. */
  intent?: string;
  confirmLabel: string;
  cancelLabel?: string;
  /**
   * Where Cancel leads. Left out, Cancel posts `intent=cancel` with the fields, for forms that come back with
   * their values; scripts then only close the dialog, since the form is still behind it.
   */
  cancelHref?: string;
  danger?: boolean;
  /** In px: 552 where the catalogue says so. */
  width?: number;
  action?: string;
  children?: ReactNode;
};

/** A question that the server asks before it acts: an ordinary form in an open dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <Confirm {...props} />;
}

type TypedConfirmDialogProps = ConfirmDialogProps & {
  /** The word that must be typed; the server checks it, scripts only keep the button back until it is there. */
  word: string;
  /** The label of the input; "Type "DELETE" to confirm" unless told otherwise. */
  label?: string;
  /** The name under which the typed word is sent. */
  name?: string;
  errors?: readonly string[];
  /** `false` leaves the button to be pressed with a wrong word, where the server has a text for that. */
  holdBack?: boolean;
};

/** The same for what cannot be undone: asks to type a word. */
export function TypedConfirmDialog({
  word,
  label,
  name = "confirmation",
  errors,
  holdBack = true,
  ...props
}: TypedConfirmDialogProps) {
  const t = useTexts(common);
  const hydrated = useHydrated();
  const [typed, setTyped] = useState("");
  return (
    <Confirm
      {...props}
      danger={props.danger ?? true}
      confirmDisabled={holdBack && hydrated && typed !== word}
    >
      {props.children}
      <TextField
        name={name}
        label={label ?? t("forms.confirmWord", { word })}
        errors={errors}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  );
}

function Confirm({
  title,
  text = [],
  fields = {},
  intent = "confirm",
  confirmLabel,
  cancelLabel,
  cancelHref,
  danger,
  width,
  action,
  confirmDisabled,
  children,
}: ConfirmDialogProps & { confirmDisabled?: boolean }) {
  const t = useTexts(common);
  const { key } = useLocation();
  const [closedAt, setClosedAt] = useState<string>();
  // Closed for this answer only: the next one that asks again shows again.
  if (closedAt === key) return null;
  const cancel = { children: cancelLabel ?? t("actions.cancel"), "data-dialog-cancel": "" };
  return (
    <Dialog title={title} width={width}>
      <PostForm action={action} preventScrollReset>
        <HiddenFields values={fields} />
        {text.length > 0 && (
          <div className="dialog-text">
            {text.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
        )}
        {children}
        <DialogActions>
          {cancelHref ? (
            <ButtonLink to={cancelHref} data-keep-scroll="" {...cancel} />
          ) : (
            <Button
              type="submit"
              name="intent"
              value="cancel"
              onClick={(event) => {
                event.preventDefault();
                setClosedAt(key);
              }}
              {...cancel}
            />
          )}
          <SubmitButton intent={intent} tone={danger ? "danger" : "accent"} disabled={confirmDisabled}>
            {confirmLabel}
          </SubmitButton>
        </DialogActions>
      </PostForm>
    </Dialog>
  );
}
