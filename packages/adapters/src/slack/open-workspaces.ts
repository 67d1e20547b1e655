import type { PluginContext } from "@keyturn/core";
import type { DraftBook, PendingWork } from "@keyturn/core/channel-kit";
import { InstallationBook } from "./installations/installation-book.ts";
import { InstallationCipher, deriveKey } from "./installations/installation-cipher.ts";
import { InstallDesk } from "./installations/install-desk.ts";
import { InstalledWorkspaces } from "./installations/installed-workspaces.ts";
import { OAuthClient } from "./installations/oauth-client.ts";
import { OAuthState } from "./installations/oauth-state.ts";
import type { Bolt } from "./load-bolt.ts";
import { SoleWorkspace } from "./sole-workspace.ts";
import type { SlackOAuthOptions } from "./installations/oauth-options.ts";
import type { SlackOptions } from "./slack-options.ts";
import type { TokenSource } from "./token-source.ts";
import { Workspace } from "./workspace.ts";
import { openAccess } from "./workspace-access.ts";
import type { OpenWorkspace, Workspaces } from "./workspaces.ts";

/** The parts that a channel's workspaces are made of. */
export interface OpenWorkspacesParts {
  readonly bolt: Bolt;
  readonly context: PluginContext;
  readonly options: SlackOptions;
  /** The drafts of one workspace, the same ones after a restart of the channel. */
  readonly draftsOf: (teamId: string) => DraftBook;
  readonly pending: PendingWork;
  /** What is amiss changed. */
  readonly onTrouble: () => void;
}

/** The workspaces of a channel, and where further ones are installed; none are where one token is set. */
export interface OpenedWorkspaces {
  readonly workspaces: Workspaces;
  readonly desk: InstallDesk | undefined;
}

/** Joins what a channel's workspaces need: that of a bot token, or those that have installed the app. */
export function openWorkspaces(parts: OpenWorkspacesParts): OpenedWorkspaces {
  const { botToken, oauth } = parts.options;
  if (oauth !== undefined) return openInstalled(parts, oauth);
  const { onTrouble, context } = parts;
  const workspaces = new SoleWorkspace({
    botToken: botToken ?? "",
    clock: context.clock,
    onTrouble,
    ...doorsOf(parts),
  });
  return { workspaces, desk: undefined };
}

function openInstalled(parts: OpenWorkspacesParts, oauth: SlackOAuthOptions): OpenedWorkspaces {
  const { bolt, context, options, pending, onTrouble } = parts;
  const { clock, log, storage } = context;
  const { apiUrl } = options;
  const { clientId, clientSecret, encryptionKeys, redirectUrl, workspaces: allowed } = oauth;
  const book = new InstallationBook({ storage, cipher: new InstallationCipher(encryptionKeys), clock, log });
  const client = new OAuthClient({ bolt, apiUrl, clock, clientId, clientSecret });
  const installAddress =
    redirectUrl === undefined ? `/hooks/${options.name}/install` : new URL("install", redirectUrl).href;
  const doors = doorsOf(parts);
  const workspaces = new InstalledWorkspaces({
    book,
    client,
    pending,
    clock,
    log,
    installAddress,
    onTrouble,
    ...doors,
  });
  const state = new OAuthState(deriveKey(encryptionKeys[0], "state of an installation"), clock);
  const install = workspaces.install.bind(workspaces);
  const desk = new InstallDesk({ client, state, clientId, apiUrl, redirectUrl, workspaces: allowed, install, log });
  return { workspaces, desk };
}

/** How a workspace is made of a token. */
function doorsOf({ bolt, context, options, draftsOf, pending }: OpenWorkspacesParts) {
  const { apiUrl } = options;
  const open: OpenWorkspace = ({ identity, access }) =>
    new Workspace({ context, options, bolt, identity, access, drafts: draftsOf(identity.teamId), pending });
  return {
    openAccess: (tokens: TokenSource) => openAccess(bolt, { apiUrl, clock: context.clock, tokens }),
    openWorkspace: open,
  };
}
