/** Maximum text lengths, the same as the API's (SHELL-32). */
export { limits } from "../../../contract/limits";
