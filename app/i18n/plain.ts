import { defineTexts } from "./texts";

/** Pages that the server answers by itself, before the application is asked. */
export const plain = defineTexts("plain", {
  en: {
    back: "Back",
    badAddress: "This address cannot be read",
    badAddressText: "Please check the address, or begin at the first page.",
    broken: "Something went wrong",
    brokenText: "Please try again in a moment.",
    busy: "Too much is being sent right now",
    busyText: "Please go back and try again in a few seconds. Nothing was changed.",
    fileTooLarge: "File size should be limited to 5MB!",
    fileTooLargeText: "The file is too large to be read. Nothing was changed.",
    foreignPost: "This form could not be accepted",
    foreignPostText: "This form was not sent from a page of the console. Nothing was changed.",
    method: "This is not possible here",
    methodText: "The console takes no such request.",
    tooLarge: "The form is too large",
    tooLargeText: "The form that was sent is too large. Nothing was changed.",
    tooSlow: "The file took too long to arrive",
    tooSlowText: "Please check your connection and try again. Nothing was changed.",
  },
});
