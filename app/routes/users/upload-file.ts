import { readUserFile } from "~/models/users/user-file.server";
import { uploadGate } from "~/models/users/upload-screen.server";
import { uploads } from "~/i18n/uploads";
import { consoleAction, fileLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** Not a page: the form posts here. */
export const loader = fileLoader(uploadGate, () => {
  throw notFound();
});

/** Checks a file as soon as it is chosen and returns JSON; nothing is stored (UPLOAD-04, UPLOAD-10). */
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
