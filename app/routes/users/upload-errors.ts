import { csvResponse, uploadGate, uploadOfAddress } from "~/models/users/upload-screen.server";
import { errorReport } from "~/models/users/user-file.server";
import { reasonOf } from "~/models/users/user-upload.server";
import { fileLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** The rows without a user, to be corrected and uploaded again (UPLOAD-23). */
export const loader = fileLoader(uploadGate, async (args) => {
  const { header, rows } = await uploadOfAddress(args);
  const wrong = rows.flatMap((row) => {
    const reason = reasonOf(row);
    return reason === undefined ? [] : [{ row: row.row, values: [...row.values], reason }];
  });
  if (wrong.length === 0) throw notFound();
  return csvResponse("users-with-errors.csv", errorReport(header, wrong));
});
