import { createRoot } from "react-dom/client";
import { startChat } from "./chat-state.ts";
import { Chat } from "./chat.tsx";
import { focusComposer } from "./composer.tsx";
import { followEmbedder } from "./frame.ts";
import "../style/tokens.css";
import "./chat.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no place for the chat.");
startChat();
createRoot(root).render(<Chat />);
// Not by a component: the page around this one may speak as soon as this script has run.
followEmbedder(focusComposer);
