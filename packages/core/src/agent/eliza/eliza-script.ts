/** One rule of the conversation partner. */
export interface ElizaRule {
  /** Matched against a message, the case ignored. Its first group is what the answer may take up. */
  readonly pattern: RegExp;
  /** The highest rank among the rules that match wins; of equal ones the first. */
  readonly rank: number;
  /** Used in turn. `$1` stands for the first group, seen from the other side: "my dog" becomes "your dog". */
  readonly answers: readonly string[];
  /** Whether the first group is worth coming back to. */
  readonly isTopic?: true;
}

const rest = String.raw`\s+([^.!?;\n]+)`;

function rule(rank: number, pattern: string, ...answers: readonly string[]): ElizaRule {
  return { rank, pattern: new RegExp(pattern, "iu"), answers };
}

function topic(rank: number, pattern: string, ...answers: readonly string[]): ElizaRule {
  return { ...rule(rank, pattern, ...answers), isTopic: true };
}

/** The rules. The wording is this project's own; the manner is that of Joseph Weizenbaum's ELIZA (1966). */
export const elizaRules: readonly ElizaRule[] = [
  rule(
    9,
    String.raw`^\s*(?:hello|hi|hey|howdy|greetings|good\s+(?:morning|afternoon|evening))(?:\s+(?:there|all|everyone|bot|eliza))*\s*[,.!?]*\s*$`,
    "Hello! What would you like to talk about?",
    "Hello again. What is on your mind now?",
    "Hi. Where shall we go on?",
  ),
  rule(
    9,
    String.raw`^\s*(?:(?:ok(?:ay)?|well)[\s,]+)?(?:bye(?:\s*bye)?|good\s*bye|farewell|see\s+you(?:\s+\w+)?|good\s+night|so\s+long|i\s+(?:have\s+to|must|should)\s+go(?:\s+now)?)\s*[.!]*\s*$`,
    "Goodbye! It was good to talk with you.",
    "Until next time. I will be here.",
    "Take care, and come back whenever you like.",
  ),
  rule(
    8,
    String.raw`^\s*(?:thanks|thank\s+you|thx|cheers)\b`,
    "You are welcome. What else is there?",
    "Gladly. Shall we go on?",
    "It was you who did the talking. What comes next?",
  ),
  rule(
    8,
    String.raw`\b(?:who|what)\s+are\s+you\b|\bare\s+you\s+(?:a\s+|an\s+)?(?:bot|robot|machine|computer|program|human|person|real|ai)\b`,
    "A small program with a few dozen rules, and all ears. And who are you?",
    "I am a set of rules with some patience. Does that make it easier or harder to talk to me?",
    "No person, I am afraid: patterns and turns of phrase. What did you take me for?",
  ),
  rule(
    8,
    String.raw`\bwhat\s+do\s+you\s+(?:think|mean|say)\b|\byour\s+opinion\b`,
    "I have more questions than opinions. What is yours?",
    "It is your thoughts that count here. Which way do they lean?",
    "I would have to know more. What speaks for it, and what against?",
  ),
  rule(
    8,
    String.raw`\b(?:help\s+me|can\s+you\s+help|i\s+need\s+help)\b`,
    "I will try. What is the matter?",
    "Tell me where it hurts, and we look at it together.",
    "What would be the first small step?",
  ),
  rule(
    7,
    String.raw`\b(?:computers?|machines?|programs?|robots?|algorithms?|artificial\s+intelligence)\b`,
    "What do you think about machines like me?",
    "Do machines worry you, or rather the people who build them?",
    "What should a machine never do, in your eyes?",
  ),
  rule(
    7,
    String.raw`\bsorry\b|\bapologi[sz]e\b`,
    "There is nothing to be sorry for.",
    "No harm done. What did you mean to say?",
    "What would it take to forgive yourself?",
  ),
  rule(
    7,
    String.raw`\bi\s+(?:can'?t|cannot|can\s+not)${rest}`,
    "What keeps you from it? I mean, from being able to $1.",
    "Have you ever been able to $1?",
    "What would change if you could $1?",
  ),
  topic(
    7,
    String.raw`\bi\s+(?:don'?t|do\s+not)\s+(?:like|want|care\s+for)${rest}`,
    "What is it about $1 that puts you off?",
    "Was there a time when $1 was fine with you?",
    "What would you like better than $1?",
  ),
  rule(
    6,
    String.raw`\bi\s+(?:don'?t|do\s+not)\s+(?:know|understand)\b`,
    "Not knowing is a good place to start. What would be your guess?",
    "Which part of it is the least clear?",
    "Whom could you ask?",
  ),
  topic(
    6,
    String.raw`\bi\s+(?:need|require)${rest}`,
    "What would it mean to you to get $1?",
    "Why do you need $1?",
    "Suppose you had $1 tomorrow. What then?",
  ),
  rule(
    6,
    String.raw`\bi(?:\s+(?:want|wish|would\s+like|long)|['’]d\s+like)(?:\s+(?:to|for))?${rest}`,
    "What draws you to it?",
    "Suppose it came true: $1. What would be different?",
    "What stands between you and that?",
  ),
  topic(
    8,
    String.raw`\bi\s+(?:hate|despise|loathe|can'?t\s+stand)${rest}`,
    "That is a strong word. What have you got against $1?",
    "When did you begin to feel so about $1?",
    "Is there anything about $1 that you could live with?",
  ),
  topic(
    6,
    String.raw`\bi\s+(?:really\s+)?(?:love|like|enjoy|adore)${rest}`,
    "What do you like best about $1?",
    "How did you come to like $1?",
    "With whom do you share $1?",
  ),
  topic(
    6,
    String.raw`\bi(?:\s+feel|\s+am\s+feeling|['’]m\s+feeling)${rest}`,
    "Do you often feel $1?",
    "When did you begin to feel $1?",
    "What do you do when you feel $1?",
  ),
  rule(
    6,
    String.raw`\bi\s*(?:am|'m|’m)\s+(?:so\s+|very\s+|a\s+bit\s+|really\s+)?(sad|unhappy|depressed|tired|lonely|angry|afraid|scared|worried|anxious|sick|stressed|bored|lost|upset)\b`,
    "I am sorry to hear that you are $1. What has happened?",
    "How long have you been $1?",
    "What helps you, as a rule, when you are $1?",
  ),
  rule(
    6,
    String.raw`\bi\s*(?:am|'m|’m)\s+(?:so\s+|very\s+|really\s+)?(happy|glad|excited|proud|relieved|better|fine|great|in\s+love)\b`,
    "That is good to hear. What made you $1?",
    "What does it feel like to be $1?",
    "Who should know that you are $1?",
  ),
  rule(
    5,
    String.raw`\bi\s*(?:am|'m|’m)${rest}`,
    "How long have you been $1?",
    "How do you feel about being $1?",
    "Do you like it, being $1?",
    "Who else knows that you are $1?",
  ),
  rule(
    5,
    String.raw`\bi\s+(?:was|used\s+to\s+be)${rest}`,
    "What was it like, to be $1?",
    "Does it still matter that you were $1?",
    "What has changed since then?",
  ),
  rule(
    6,
    String.raw`\bi(?:\s+have|['’]ve)\s+(?:just\s+|already\s+|never\s+)?(?:\w+ed|been|lost|seen|had|done|gone|made|broken|forgotten|found|got|left|met|written|read|heard|lived|begun)\b`,
    "What was that like?",
    "What came of it?",
    "What has it left you with?",
  ),
  topic(
    5,
    String.raw`\bi(?:\s+(?:have|own|got)|['’]ve)${rest}`,
    "Tell me more about $1.",
    "How long have you had $1?",
    "What would you be without $1?",
  ),
  rule(
    5,
    String.raw`\bi\s+(?:think|believe|suppose|guess|feel\s+like)(?:\s+that)?${rest}`,
    "How sure are you that $1?",
    "What makes you think so?",
    "What would somebody say who does not think that $1?",
  ),
  topic(
    5,
    String.raw`\bi\s+(?:remember|recall)${rest}`,
    "What brings $1 to your mind just now?",
    "What else do you remember when you think of $1?",
    "Is it a good memory?",
  ),
  topic(
    5,
    String.raw`\bi\s+(?:dream(?:ed|t)?|dreamt)\s+(?:of|about|that)?${rest}`,
    "What do you make of that dream?",
    "Do you dream of $1 often?",
    "What would you like the dream to mean?",
  ),
  rule(
    5,
    String.raw`\bi\s+(?:work|worked|study|studied|am\s+working)${rest}`,
    "What is the best part of it?",
    "How did you come to that, $1?",
    "What would you do instead, if you were free to choose?",
  ),
  rule(
    5,
    String.raw`\bi\s+(?:tried|try|am\s+trying)(?:\s+to)?${rest}`,
    "How did it go?",
    "What got in the way?",
    "What will you try next?",
  ),
  topic(
    5,
    String.raw`\bi\s+(?:lost|miss|missed)${rest}`,
    "I am sorry. What did $1 mean to you?",
    "What do you miss the most?",
    "How do you live with it?",
  ),
  rule(
    5,
    String.raw`\b(?:you\s+are|you're|you’re)${rest}`,
    "What makes you think that I am $1?",
    "Does it please you to think that I am $1?",
    "Perhaps I am $1. And you?",
  ),
  rule(
    5,
    String.raw`\b(?:can|could|would|will)\s+you${rest}`,
    "I can listen and ask; whether I can $1 is another matter. What would it give you?",
    "Suppose I could $1. What would you do with it?",
    "What makes you ask me, of all programs?",
  ),
  rule(
    5,
    String.raw`\b(?:do|did)\s+you${rest}`,
    "We were talking about you, not about me. Do you $1?",
    "Would it matter to you if I did?",
    "What answer would you like best?",
  ),
  rule(
    5,
    String.raw`\bare\s+you${rest}`,
    "Would you like me to be $1?",
    "Sometimes I wonder myself. Why do you ask?",
    "What would it change if I were $1?",
  ),
  rule(
    5,
    String.raw`\bcan\s+i${rest}`,
    "Do you want to be able to $1?",
    "Who could keep you from it?",
    "What would be the first step?",
  ),
  rule(
    5,
    String.raw`\b(?:tell|give|show|write|read|sing)\s+me${rest}`,
    "I have no such thing to give, only questions. What would you do with $1?",
    "You tell me: what would $1 be like?",
    "Why $1, and why now?",
  ),
  rule(
    4,
    String.raw`\bwhy\s+(?:don'?t|can'?t|won'?t|didn'?t)\s+you${rest}`,
    "Perhaps I shall, in time. Is it important to you?",
    "Should I $1?",
    "What do you think keeps me from it?",
  ),
  rule(
    4,
    String.raw`\bwhy\s+(?:don'?t|can'?t|won'?t|didn'?t)\s+i${rest}`,
    "Do you think that you should $1?",
    "What would happen if you did?",
    "Since when do you ask yourself that?",
  ),
  topic(
    4,
    String.raw`\b(my\s+(?:mother|mom|mum|father|dad|parents?|sister|brother|wife|husband|partner|girlfriend|boyfriend|son|daughter|child|children|kids|family|grandmother|grandfather|grandma|grandpa)\b[^.!?;\n]*)`,
    "Tell me more about your family.",
    "Who else in your family comes to mind when you think of that?",
    "What would they say if they heard us?",
  ),
  topic(
    4,
    String.raw`\b(my\s+(?:boss|colleagues?|manager|team|job|work|company|office|project|code|customers?)\b[^.!?;\n]*)`,
    "How is work these days, apart from that?",
    "What would have to change there for you to breathe freely?",
    "Do you take it home with you?",
  ),
  topic(
    4,
    String.raw`\b(my\s+(?:friends?|neighbou?rs?|roommates?)\b[^.!?;\n]*)`,
    "What makes somebody a friend, for you?",
    "How did you come to know each other?",
    "Have you told them?",
  ),
  topic(
    4,
    String.raw`\b(my\s+(?:dog|cat|pet|horse|bird|hamster|rabbit|fish)\b[^.!?;\n]*)`,
    "Animals know a lot about us. What does yours know about you?",
    "What is the name?",
    "What do the two of you do on a rainy day?",
  ),
  topic(
    3,
    String.raw`\b(my\s+[^.!?;\n]+)`,
    "I hear: $1. And then?",
    "Why do you bring that up: $1?",
    "What else should I know about it?",
  ),
  rule(
    4,
    String.raw`\bbecause${rest}`,
    "Is that the whole reason?",
    "What other reasons come to mind?",
    "Would it be different if that were not so?",
  ),
  rule(
    4,
    String.raw`\bif${rest}`,
    "How likely is that, do you think?",
    "What would you do then?",
    "Do you hope for it, or fear it?",
  ),
  rule(
    3,
    String.raw`\b(?:always|never|every\s+time|constantly)\b`,
    "Can you think of one particular time?",
    "Really without exception?",
    "When was the last time?",
  ),
  rule(
    3,
    String.raw`\b(?:everybody|everyone|nobody|no\s+one|all\s+people)\b`,
    "Whom have you in mind?",
    "Surely not all of them?",
    "Who would be the exception?",
  ),
  rule(
    3,
    String.raw`\b(?:dreams?|nightmares?|sleep)\b`,
    "How do you sleep these days?",
    "What did you dream last?",
    "What keeps you awake?",
  ),
  rule(
    3,
    String.raw`\b(?:money|expensive|salary|rent|debt)\b`,
    "How much would be enough?",
    "What would you do if money played no part?",
    "Is it about the money, or about what it stands for?",
  ),
  rule(
    3,
    String.raw`\b(?:music|song|book|film|movie|game|play(?:ing)?)\b`,
    "What do you like about it?",
    "What does it remind you of?",
    "With whom would you share it?",
  ),
  rule(
    3,
    String.raw`\b(?:weather|rain(?:y|ing)?|sun(?:ny)?|snow(?:ing)?|cold|hot)\b`,
    "And what is the weather like inside you?",
    "Does the weather change your mood?",
    "What is your favourite time of the year?",
  ),
  rule(
    3,
    String.raw`\b(?:test(?:ing)?|ping)\b`,
    "It works, I hear you. What would you really like to say?",
    "Loud and clear.",
    "Another test? I am beginning to feel examined.",
  ),
  rule(
    2,
    String.raw`^\s*(?:yes|yeah|yep|sure|of\s+course|right|exactly|ok(?:ay)?)\b`,
    "You sound sure. Tell me more.",
    "I see. And what follows from it?",
    "Good. What else?",
  ),
  rule(
    2,
    String.raw`^\s*(?:no|nope|not\s+really|never\s+mind)\b`,
    "Why not?",
    "No is an answer too. What would be a yes?",
    "All right. What would you rather talk about?",
  ),
  rule(
    2,
    String.raw`\b(?:perhaps|maybe|possibly|not\s+sure|it\s+depends)\b`,
    "You do not sound quite certain. What would settle it?",
    "What does it depend on?",
    "And if you had to decide today?",
  ),
  rule(
    1,
    String.raw`^\s*(?:what|how|who|where|when|why|which)\b.*\?\s*$`,
    "What do you think yourself?",
    "What answer would help you most?",
    "Why does that question matter to you?",
    "Whom else have you asked?",
  ),
  rule(
    1,
    String.raw`\?\s*$`,
    "What makes you ask?",
    "What if the answer were yes?",
    "What would you do with the answer?",
  ),
];

/** For messages that no rule matches. */
export const elizaFallbacks: readonly string[] = [
  "Please go on.",
  "What does that tell you?",
  "I see. How do you feel about it?",
  "Can you say a little more about that?",
  "What made you think of it?",
  "And then?",
];

/** For messages that no rule matches, when there is something to come back to, which `$1` stands for. */
export const elizaMemories: readonly string[] = [
  "Earlier you spoke of this: $1. Has it to do with that?",
  "Let us come back to something. You mentioned: $1.",
  "I am still thinking of what you said before: $1. How is it now?",
];

/** For messages without a word in them. */
export const elizaSilences: readonly string[] = [
  "You are silent. Take your time.",
  "I am listening, whenever you find the words.",
  "A sign says much, a sentence says more.",
];

/** For a message that is the same as the one before. */
export const elizaRepetitions: readonly string[] = [
  "You said that just now. What would you add?",
  "The same again? Then it must matter. Why does it?",
  "I heard you. Say it in other words, perhaps.",
];
