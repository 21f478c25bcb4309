import { defineTexts } from "./texts";

/** Pages the server answers before the application is involved. */
export const plain = defineTexts("plain", {
  en: {
    back: "Back",
    badAddress: "This address is not valid",
    badAddressText: "Please check the address, or start from the home page.",
    broken: "Something went wrong",
    brokenText: "Please try again in a moment.",
    busy: "The console is busy",
    busyText: "Please go back and try again in a few seconds. Nothing was changed.",
    fileTooLarge: "File size should be limited to 5MB!",
    fileTooLargeText: "Please choose a smaller file. Nothing was changed.",
    foreignPost: "This form could not be accepted",
    foreignPostText: "This form was not sent from a page of the console. Nothing was changed.",
    method: "This request is not allowed",
    methodText: "The console does not answer this kind of request.",
    tooLarge: "The form is too large",
    tooLargeText: "Please go back and shorten what you entered. Nothing was changed.",
    tooSlow: "The file took too long to arrive",
    tooSlowText: "Please check your connection and try again. Nothing was changed.",
  },
});
