"""`Request`: everything a lab may ask for, told apart by `ask`. Each lab's file has its own."""

from seq2see.labs.alignment import Explain
from seq2see.labs.bottleneck import Bottleneck
from seq2see.labs.decoding import Decode

Request = Explain | Bottleneck | Decode
