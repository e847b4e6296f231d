/** Weeks 7 to 12 of the Sunbursts, each from Sunday to Saturday. */
export const SUNBURSTS_TWO = [
  {
    messageName: 'Less noise',
    textContent:
      'Turn one thing off that you usually leave on. Wait a while. What you hear then is what you have been meaning to think about.',
  },
  {
    messageName: 'The right size',
    textContent:
      'The task is large only because you are looking at all of it. Cut off a piece the size of one morning.',
  },
  {
    messageName: 'Thank the usual',
    textContent:
      'Thank someone for what they always do. They had begun to think that it could not be seen from where you sit.',
  },
  {
    messageName: 'A better question',
    textContent:
      'Not why did this happen, but what is the next thing. The first can wait. The second is about twenty minutes long.',
  },
  {
    messageName: 'Check the date',
    textContent: 'Check the date before you send it. Everything else in the letter is right.',
  },
  {
    messageName: 'Leave a margin',
    textContent: 'Leave a margin in the day, as they do in books. It is where the best remarks get written.',
  },
  {
    messageName: 'The garden gate',
    textContent:
      'Something at the edge of the house wants oil, paint or water. Give it a quarter of an hour. It will thank you each time you pass.',
  },
  {
    messageName: 'A day without errands',
    textContent:
      'Try a day without errands. If you run out of milk you will meet a neighbor, and that was overdue as well.',
  },
  {
    messageName: 'The honest hour',
    textContent:
      'You are most honest between ten and eleven today. Put the hard sentence there and keep the rest of the day easy.',
  },
  {
    messageName: 'Three good things',
    textContent:
      'Before lunch, name three things that are going well. Be exact. The third takes the longest and is worth the wait.',
  },
  {
    messageName: 'Carry one bag',
    textContent:
      'You have been carrying two bags, and one belongs to somebody else. Hand it back. They have been looking for it.',
  },
  {
    messageName: 'The patient answer',
    textContent:
      'Read the message twice before you answer. It was typed on a stair, with one hand, by a person who likes you.',
  },
  {
    messageName: 'Change the route',
    textContent:
      'Change one turn of the usual route. It costs three minutes, and there is a shop window that you ought to see.',
  },
  {
    messageName: 'A working Saturday',
    textContent:
      'If there is work today, do it early and with music on. By noon the day should smell of something other than work.',
  },
  {
    messageName: 'The empty chair',
    textContent:
      'Set out one chair more than you need. An empty chair is an invitation, and somebody nearby can read.',
  },
  {
    messageName: 'Start in the middle',
    textContent:
      'If the beginning will not come, start in the middle. You can build the front steps when the house is up.',
  },
  {
    messageName: 'A fair trade',
    textContent:
      'Somebody will offer a trade today. Think what it costs you in evenings. If it is still fair, shake hands on it.',
  },
  {
    messageName: 'Read the label',
    textContent:
      'Read the small print once, all the way down. It is less alarming than the large print, and it has the phone number.',
  },
  {
    messageName: 'The third try',
    textContent: 'Twice was practice. The third try is the one, provided that you eat something first.',
  },
  {
    messageName: 'Sing in the car',
    textContent:
      'Sing on the way home, in the car or under your breath. Nobody is listening, and the day could use a last line.',
  },
  {
    messageName: 'Fix one hinge',
    textContent:
      'Pick the door that squeaks loudest and give it a drop of oil. You will feel like the captain of something all day.',
  },
  {
    messageName: 'Far away',
    textContent:
      'Rest your eyes on something far off: a hill, a tower, the end of the street. The near things will look kinder afterward.',
  },
  {
    messageName: 'A clean start',
    textContent:
      "Yesterday's cup, yesterday's page, yesterday's quarrel: put them by the sink together and begin with a dry table.",
  },
  {
    messageName: 'Trust the quiet',
    textContent: 'It is quiet because it is going well. You do not need to go and check on it.',
  },
  {
    messageName: 'The useful detail',
    textContent:
      'Pay attention to the small detail you nearly left out. It is what the whole matter hangs by.',
  },
  {
    messageName: 'Bread and butter',
    textContent:
      'Do the bread-and-butter work with care today. It is what everybody will be standing on next week.',
  },
  {
    messageName: 'Lend it gladly',
    textContent:
      'If you lend it, lend it gladly, and write down who has it. Both halves of that are friendship.',
  },
  {
    messageName: 'Stay for the end',
    textContent:
      'Stay for the end of the story, the song or the game. The reason it began is usually kept there.',
  },
  {
    messageName: 'By the water',
    textContent:
      'Go where there is water if you can, a river or a fountain or a puddle with the sky in it. Stand there till you feel less in charge.',
  },
  {
    messageName: 'The cold letter',
    textContent:
      'Open the letter you have been leaving shut. It is two paragraphs long, and the second one is only an address.',
  },
  {
    messageName: 'Not yet',
    textContent:
      'Not yet is an answer. Give it with a day and an hour attached, and people will wait quite happily.',
  },
  {
    messageName: 'An even share',
    textContent:
      'Look whether the work at home is in even shares. If it is not, say so at a good moment, which is not at the sink.',
  },
  {
    messageName: 'A small vote',
    textContent:
      'Every hour today is a small vote for the kind of week you want. You need not win them all. A majority will do.',
  },
  {
    messageName: 'Late guests',
    textContent:
      'Let the late guest be late. You have a lamp, a chair and a quarter of an hour that you had not expected.',
  },
  {
    messageName: 'Two good shoes',
    textContent:
      'Wear the comfortable shoes. You will go farther than planned today, and you will not want to turn back for your feet.',
  },
  {
    messageName: 'The oldest friend',
    textContent:
      'Think of your oldest friend, and of the joke only the two of you know. Send one line of it. They will do the rest.',
  },
  {
    messageName: 'A steady hand',
    textContent:
      'Do it once, at half the speed, with a steady hand. It is still quicker than doing it twice.',
  },
  {
    messageName: 'Out loud',
    textContent:
      'Read it out loud before you send it. Where you stumble, they will too. Mend that line and let it go.',
  },
  {
    messageName: "Someone's good day",
    textContent:
      'Somebody near you is having a good day. Go and stand next to it for a while. It is not the kind that gets used up.',
  },
  {
    messageName: 'The last of it',
    textContent:
      'Finish the last of something: the jar, the chapter, the row. Then put the lid on and hear how good that sounds.',
  },
  {
    messageName: 'Supper for one',
    textContent:
      'If you eat alone tonight, set the table all the same. You are company, and you have been rather pleasant lately.',
  },
  {
    messageName: 'Count your tools',
    textContent:
      "Put the tools back and count them. One of them is at the neighbor's, along with a conversation you will enjoy.",
  },
] as const
