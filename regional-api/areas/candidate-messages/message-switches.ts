import type { MessageSwitches } from "./candidate-messages.store";
import { builder } from "../../core/builder";

export const MessageSwitch = builder.objectRef<MessageSwitches>("AppsMessageSwitch").implement({
  description: "Whether the current notification settings send a message to the candidates at a stage.",
  fields: (t) => ({
    stageId: t.exposeID("stageId"),
    templateType: t.exposeString("template"),
    delaySeconds: t.int({
      description:
        "The delay in seconds between the triggering event and the message. A decline that is undone before then is not sent.",
      resolve: ({ template }, _args, { config }) =>
        template === "APPLICATION_DECLINE" ? Math.round(config.declineMessageMs / 1000) : 0,
    }),
    isMailOn: t.exposeBoolean("isMailOn"),
    isTextOn: t.exposeBoolean("isTextOn", {
      description: "Always false if this API is not configured to send SMS.",
    }),
    smsReach: t.exposeInt("smsReach", {
      description:
        "How many SMS of this message the customer's current credits cover. Without enough credits no SMS is sent.",
    }),
  }),
});
