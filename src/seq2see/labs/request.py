"""`Request`: everything a lab may ask for, told apart by `ask`. Each lab's file has its own."""

from seq2see.labs.alignment import Explain
from seq2see.labs.attention_states import AttentionStates
from seq2see.labs.attention_step import AttentionStep
from seq2see.labs.bottleneck import Bottleneck
from seq2see.labs.decoding import Decode
from seq2see.labs.masks import Masks

Request = Explain | Bottleneck | Decode | AttentionStep | AttentionStates | Masks
