import { templateFile } from "~/models/users/user-file.server";
import { csvResponse, uploadGate } from "~/models/users/upload-screen.server";
import { fileLoader } from "~/services/guard.server";

/** A CSV file to fill in (UPLOAD-14). */
export const loader = fileLoader(uploadGate, () => csvResponse("users-template.csv", templateFile()));
