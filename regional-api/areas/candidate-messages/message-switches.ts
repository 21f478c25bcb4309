import type { MessageSwitches } from "./candidate-messages.store";
import { builder } from "../../core/builder";

export const MessageSwitch = builder.objectRef<MessageSwitches>("AppsMessageSwitch").implement({
  description:
    "Whether a message to the candidates at a stage goes out, as the notification settings are now.",
  fields: (t) => ({
    stageId: t.exposeID("stageId"),
    templateType: t.exposeString("template"),
    isMailOn: t.exposeBoolean("isMailOn"),
    isTextOn: t.exposeBoolean("isTextOn"),
  }),
});
