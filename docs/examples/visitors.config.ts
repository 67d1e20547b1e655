import { defineBot } from "keyturn";

export default defineBot({
  publicUrl: "https://bot.example.org",
  visitors: { enabled: true, name: "Ada", embedIn: ["https://www.example.org"] },
});
