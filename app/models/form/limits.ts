/** Most characters of texts, as the API's rules have them (SHELL-32). */
export { limits } from "../../../contract/limits";
