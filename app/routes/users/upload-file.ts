import { readUserFile } from "~/models/users/user-file.server";
import { uploadGate } from "~/models/users/upload-screen.server";
import { uploads } from "~/i18n/uploads";
import { consoleAction, fileLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** Nothing to see: the form posts here. */
export const loader = fileLoader(uploadGate, () => {
  throw notFound();
});

/** Checks a file as soon as it is chosen and answers JSON; nothing of it is kept (UPLOAD-04, UPLOAD-10). */
export const action = consoleAction(
  uploadGate,
  {
    check: async ({ form, translate }) => {
      const read = await readUserFile(form.get("file"), translate(uploads));
      return Response.json("fault" in read ? read : { name: read.file.name, users: read.file.rows.length });
    },
  },
  { hasFile: true },
);
