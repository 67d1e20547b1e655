import type { SlackFile } from "../world/slack-file.ts";

/** A file as messages and `files.info` carry it. */
export function presentFile(file: SlackFile): object {
  const extension = file.name.includes(".") ? file.name.slice(file.name.lastIndexOf(".") + 1) : "";
  return {
    id: file.id,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: extension,
    pretty_type: extension.toUpperCase(),
    user: file.userId,
    user_team: file.teamId,
    size: file.content.byteLength,
    mode: "hosted",
    is_external: false,
    is_public: false,
    file_access: "visible",
    url_private: file.url,
    url_private_download: `${file.url}?download=1`,
    permalink: `${file.url}?permalink=1`,
  };
}
