import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startLanguage } from "./text/words.ts";
import { startTheme } from "./state/theme.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/sessions.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no place for the dashboard.");
startTheme();
await startLanguage();
createRoot(root).render(<App />);
