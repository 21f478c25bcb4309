import { QuestionDialog } from "~/components/form/question-dialog";
import { UnsavedChangesGuard } from "~/components/form/unsaved-changes";
import { Button } from "~/components/ui/button";
import { Dialog, DialogActions } from "~/components/ui/dialog";
import { Sheet } from "~/components/ui/sheet";
import { answerOf, frameOf, StoryForm } from "./forms";
import { longText, type Stories, storyIntent } from "./specimen";

/** Layers over a page, each rendered separately. */
export const over: Stories = {
  "ui/dialog": {
    plain: () => (
      <Dialog title="Move to another stage" closeHref="/kit">
        <p className="rt-Flex rt-r-fd-column rt-r-gap-2 muted">Choose where the candidates go.</p>
        <DialogActions>
          <Button>Cancel</Button>
          <Button variant="solid">Move</Button>
        </DialogActions>
      </Dialog>
    ),
    "long text": () => (
      <Dialog title={longText} closeHref="/kit">
        <p>{longText.repeat(4)}</p>
      </Dialog>
    ),
  },
  "form/question-dialog": {
    plain: () => (
      <QuestionDialog
        question={{
          title: "Archive 3 vacancies?",
          text: ["Candidates keep their interviews.", longText],
          confirm: "Archive",
        }}
        fields={{}}
        intent={storyIntent}
        cancel={{ href: "/kit" }}
      />
    ),
    "with a word to type": () => (
      <QuestionDialog
        question={{
          title: "Delete the candidate",
          text: ["This cannot be undone."],
          word: "DELETE",
          errors: ["Please type DELETE"],
          confirm: "Delete",
          danger: true,
        }}
        fields={{}}
        intent={storyIntent}
        cancel={{ href: "/kit" }}
      />
    ),
    "before saving": () => (
      <StoryForm
        frame={frameOf("kit-question", {
          answer: answerOf("kit-question", {
            question: {
              title: "Create Customer?",
              text: ["The account name cannot be changed later."],
              confirm: "Create",
            },
          }),
        })}
      />
    ),
  },
  "form/unsaved-changes": {
    "nothing is typed": () => <UnsavedChangesGuard />,
  },
  "ui/sheet": {
    open: () => (
      <Sheet summary="Vacancy details" open>
        <p>{longText}</p>
      </Sheet>
    ),
  },
};
