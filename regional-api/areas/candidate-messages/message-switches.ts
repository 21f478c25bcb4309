import type { MessageSwitches } from "./candidate-messages.store";
import { builder } from "../../core/builder";

export const MessageSwitch = builder.objectRef<MessageSwitches>("AppsMessageSwitch").implement({
  description: "Whether the current notification settings send a message to the candidates at a stage.",
  fields: (t) => ({
    stageId: t.exposeID("stageId"),
    templateType: t.exposeString("template"),
    isMailOn: t.exposeBoolean("isMailOn"),
    isTextOn: t.exposeBoolean("isTextOn"),
    hasSmsCredits: t.exposeBoolean("hasSmsCredits", {
      description: "False if the customer has no SMS credits left. No SMS is sent then.",
    }),
  }),
});
