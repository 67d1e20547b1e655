import type { Account } from "../world/account.ts";

/** A member as `users.info` answers it. */
export function presentAccount(account: Account): object {
  return {
    id: account.id,
    team_id: account.teamId,
    name: account.name,
    real_name: account.realName,
    deleted: false,
    tz: account.timeZone,
    tz_label: account.timeZone,
    tz_offset: 0,
    profile: {
      real_name: account.realName,
      display_name: account.name,
      ...(account.botId === undefined
        ? { email: account.email }
        : { bot_id: account.botId, api_app_id: account.appId }),
    },
    is_admin: account.isAdmin,
    is_owner: account.isOwner,
    is_primary_owner: account.isOwner,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: account.botId !== undefined,
    is_app_user: false,
    updated: 0,
  };
}
