import { join } from "node:path";
import {
  type DashboardFile,
  type DashboardFiles,
  readDashboardFiles,
  readBuiltFile,
  toForm,
} from "../dashboard/dashboard-files.ts";
import type { WireChatSettings } from "../wire/visitor.ts";
import type { CheckedVisitorOptions } from "./visitor-options.ts";

/** The page of visitors as it was built, what it loads, and the script by which other pages embed it. */
export interface ChatFiles extends DashboardFiles {
  readonly loader: DashboardFile;
}

/** Where the build puts it. */
const builtFolder = join(import.meta.dirname, "../../dist/chat");

/** Where the page has room for its settings. */
const settingsPlace = 'name="keyturn-chat" content=""';
const titlePlace = "<title></title>";

/** Reads the page of visitors into memory, with the settings in it; undefined when it was not built. */
export function readChatFiles(options: CheckedVisitorOptions): ChatFiles | undefined {
  const built = readDashboardFiles(builtFolder, "chat");
  if (built === undefined) return undefined;
  const loader = readBuiltFile(join(builtFolder, "chat.js"), "text/javascript; charset=utf-8");
  if (loader === undefined) return undefined;
  const text = settle(new TextDecoder().decode(built.page.plain.bytes), options);
  return { page: toPage(text, built.page.mediaType), loader, assets: built.assets };
}

/** Too small to be worth compressing. */
function toPage(text: string, mediaType: string): DashboardFile {
  return { mediaType, plain: toForm(new TextEncoder().encode(text)), coded: {} };
}

/** Writes the settings into the page, as what they are: text of an attribute, and of the title. */
function settle(page: string, { name, greeting, embedIn, messageCharacters }: CheckedVisitorOptions): string {
  const settings: WireChatSettings = { name, greeting: greeting ?? null, embedIn, messageCharacters };
  if (!page.includes(settingsPlace) || !page.includes(titlePlace)) {
    throw new Error("The page of visitors has no room for its settings. Build it again: pnpm build.");
  }
  return page
    .replace(settingsPlace, () => `name="keyturn-chat" content="${escapeHtml(JSON.stringify(settings))}"`)
    .replace(titlePlace, () => `<title>${escapeHtml(name)}</title>`);
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
