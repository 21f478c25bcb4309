import type { MessageSwitches } from "./candidate-messages.store";
import { builder } from "../../core/builder";

export const MessageSwitch = builder.objectRef<MessageSwitches>("AppsMessageSwitch").implement({
  description: "Whether the current notification settings send a message to the candidates at a stage.",
  fields: (t) => ({
    stageId: t.exposeID("stageId"),
    templateType: t.exposeString("template"),
    delaySeconds: t.int({
      description:
        "How long after its cause the message is sent. A decline that does not stand any more by then is not told.",
      resolve: ({ template }, _args, { config }) =>
        template === "APPLICATION_DECLINE" ? Math.round(config.declineMessageMs / 1000) : 0,
    }),
    isMailOn: t.exposeBoolean("isMailOn"),
    isTextOn: t.exposeBoolean("isTextOn", {
      description: "Always false while this API sends no SMS at all.",
    }),
    smsReach: t.exposeInt("smsReach", {
      description:
        "How many SMS of this message the customer's current credits pay for. No SMS is sent without enough of them.",
    }),
  }),
});
