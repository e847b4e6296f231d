/** Weeks 1 to 6 of the Sunbursts, each from Sunday to Saturday. */
export const SUNBURSTS_ONE = [
  {
    messageName: 'A slow breakfast',
    textContent:
      'Let breakfast take an hour today. The news will keep, and so will the dishes. Somebody at the table has a story they have been saving.',
  },
  {
    messageName: 'A short call',
    textContent:
      'The call you have been putting off is shorter than you think. Make it before noon, then take the long way home.',
  },
  {
    messageName: 'The second question',
    textContent:
      'Ask the second question today. The first one gets you the polite answer, and you already know that one.',
  },
  {
    messageName: 'Half the list',
    textContent:
      'Cross out half of the list before you begin. You know which half. Do the rest as if it were all there was.',
  },
  {
    messageName: 'A plain no',
    textContent:
      'A plain no, said early and kindly, is a present. Wrap it in one sentence and do not add a second.',
  },
  {
    messageName: 'Ten minutes',
    textContent:
      "Leave ten minutes earlier than you must. What you do with them is nobody's business. That is what makes them good.",
  },
  {
    messageName: 'The back shelf',
    textContent:
      'Look on the back shelf before you buy another. It is there, behind the thing you also forgot you had.',
  },
  {
    messageName: 'Nothing to prove',
    textContent:
      'Nobody is keeping score today. Sit where the light is good and let the afternoon go by without making anything of it.',
  },
  {
    messageName: 'The first hour',
    textContent:
      'Give your first hour to the work that matters most, before the messages find you. They have all day.',
  },
  {
    messageName: 'Two cups',
    textContent:
      'Make two cups instead of one and carry the other to somebody. You will not need to think of anything to say.',
  },
  {
    messageName: 'The middle of the week',
    textContent:
      'You are standing at the middle of the week. Look both ways, then set down one thing you no longer need to carry.',
  },
  {
    messageName: 'A good stopping place',
    textContent:
      'Stop today while it is still going well. You will know exactly where to pick it up, and you will want to.',
  },
  {
    messageName: 'The borrowed book',
    textContent:
      'Something you borrowed wants to go home. Bring it back with a short note inside, and stay for the coffee.',
  },
  {
    messageName: 'Hands first',
    textContent:
      'Your hands know more than your head this morning. Start with them: chop, sweep, dig, mend. The answer comes in by the side door.',
  },
  {
    messageName: 'An open window',
    textContent:
      'Open a window before you open a screen. The day has been up for a while and has a few things to tell you.',
  },
  {
    messageName: 'Say the number',
    textContent:
      'Say the number out loud: the price, the hours, the date. It is smaller spoken than it was in the dark.',
  },
  {
    messageName: 'The quiet one',
    textContent:
      'Notice who has not spoken yet. They have been looking at the same thing from a better seat.',
  },
  {
    messageName: 'A loose thread',
    textContent:
      'There is a loose thread in an old agreement. Mention it now, while it is still only a thread.',
  },
  {
    messageName: 'Look up',
    textContent:
      'Once today, look up for as long as it takes to count to thirty. Roofs, branches, weather. Then go on with what you were doing.',
  },
  {
    messageName: 'Early light out',
    textContent:
      'Let the evening end early. What you were going to settle tonight will settle itself by the second cup of coffee tomorrow.',
  },
  {
    messageName: 'A crooked picture',
    textContent:
      'Straighten the picture you have walked past all month. It takes four seconds, and the whole room will stand easier.',
  },
  {
    messageName: 'The long letter',
    textContent:
      'Write to the person you would rather call. On paper you will say the true thing first and the weather last.',
  },
  {
    messageName: 'One clean surface',
    textContent:
      'Clear one surface entirely. Not the room, only the table. You will think better beside it than you have all week.',
  },
  {
    messageName: 'Ask for directions',
    textContent:
      'Ask the way, even if you nearly know it. The person you ask has been hoping to be useful since breakfast.',
  },
  {
    messageName: 'Slower than that',
    textContent:
      'Whatever pace you had in mind, go a little slower than that. You will arrive at the same time with your coat buttoned.',
  },
  {
    messageName: 'Your own advice',
    textContent:
      'You gave a friend good advice not long ago. Take it down from their shelf today and see how it fits you.',
  },
  {
    messageName: 'The early table',
    textContent:
      'Be the first at the table tonight and let the others find you there. It changes how the evening goes.',
  },
  {
    messageName: 'A walk after dark',
    textContent:
      'Go once around the block after dark. Lit windows, one dog, your own steps. That is enough to close the week with.',
  },
  {
    messageName: "Somebody's birthday",
    textContent:
      'Check the calendar for a birthday you have been letting drift. Late and warm is better than on time and printed.',
  },
  {
    messageName: 'Begin in pencil',
    textContent:
      'Begin it in pencil. You are allowed to be wrong for the first hour, and most good things were.',
  },
  {
    messageName: 'The other side',
    textContent:
      'For five minutes, argue the other side, and mean it. You may come back to your own, but you will sit in it differently.',
  },
  {
    messageName: 'What is missing',
    textContent:
      'If something feels missing at midday, try a glass of water, then some air, and only then the large questions.',
  },
  {
    messageName: 'Return the favor',
    textContent:
      'You owe a small favor, and it would be a pleasure to return it. Today there is an easy way to do that.',
  },
  {
    messageName: 'Half a promise',
    textContent: 'Do not make half a promise today. Make a whole one that is smaller.',
  },
  {
    messageName: 'The spare key',
    textContent:
      'Find out where the spare key is. It is that sort of day: ten quiet minutes that spare you a bad hour later.',
  },
  {
    messageName: 'A seat outdoors',
    textContent:
      'Eat one meal outdoors, even if it is only an apple on the step. Food has another taste with the sky on it.',
  },
  {
    messageName: 'Plain words',
    textContent:
      'Use plain words this morning. The ones you were looking up are for people who were not there.',
  },
  {
    messageName: 'Let it ring',
    textContent:
      'Let it ring once while you finish the sentence you are in. You will have two good conversations and not one and a half.',
  },
  {
    messageName: 'A kind correction',
    textContent:
      'If you must correct somebody, do it alone with them and do it once. Then ask about their weekend, and listen.',
  },
  {
    messageName: 'Good enough',
    textContent:
      'It is good enough. It was good enough yesterday evening. Send it, and go and see what the street is doing.',
  },
  {
    messageName: 'The visiting day',
    textContent:
      'Drop in on someone without a reason. If they are busy, you have had a walk. If they are not, you will be gone till supper.',
  },
  {
    messageName: 'Old photographs',
    textContent:
      'Look through the old photographs and give one away to a person who is in it. They have been wondering where it went.',
  },
] as const
