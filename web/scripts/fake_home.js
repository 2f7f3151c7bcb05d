// Models and runs as the server lists them, in every state.
const model = (id, title, kind, status, more) => ({
  id, title, kind, attention: true, status, why: null, facts: [], can_be_opened: status === "trained", snapshots: [], examples: [],
  longest_source: 64, chapter: null, can_be_made: false, takes: null, job: null, ...more,
});

export const home = {
  version: "0.4.0",
  models: [
    model("number-reader", "Number reader", "transformer", "trained", {
      facts: ["Transformer, 2 + 2 layers", "171,232 parameters", "reads numbers up to 999"],
      snapshots: [{ id: "number-reader@2", title: "after 2 epochs", epoch: 2 }, { id: "number-reader", title: "after 60 epochs", epoch: 60 }],
      examples: ["427", "896", "742"],
    }),
    model("six-digit-reader", "Six-digit reader", "lstm", "not made yet", {
      facts: ["LSTM with attention, H = 128", "reads numbers up to 999,999"], can_be_made: true, takes: "about 2 minutes",
    }),
    model("boss-reverser", "Reverser", "lstm", "not made yet", {
      facts: ["LSTM with attention, H = 128", "reverses strings of digits"], can_be_made: true, takes: "about 1 minute",
    }),
    model("plain-reverser", "Reverser without attention", "lstm", "training", {
      attention: false, facts: ["LSTM, H = 32"],
    }),
    model("own/ice", "ice", "lstm", "trained", {
      facts: ["LSTM with attention, H = 256", "trained on ice_train.tsv", "83.1% of held-out words right"],
    }),
    model("own/old", "old", "transformer", "broken", {
      why: "weights.safetensors: its checksum is not the one it was saved with.",
    }),
  ],
  pairs: [],
  runs: [
    { id: "own/ice", title: "ice", status: "trained", why: null, facts: ["41 epochs", "best at epoch 36"], model: "own/ice" },
    { id: "own/night", title: "night", status: "training", why: null, facts: ["epoch 12 of 60"], model: null },
  ],
};
